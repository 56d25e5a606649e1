// The jobs of the seal partner: agreements and checks whose turn it is are asked about, and the simulator tells.
import type { Job } from '../../jobs/runner.ts'
import { runSeals } from '../agreement/ask.commands.ts'
import { runChecks } from '../realName/ask.commands.ts'
import { runSimulatedSealNotices } from './sealNotice.commands.ts'

/** For the list in main. */
export const sealJobs: readonly Job[] = [
  { name: 'agreements', everyMs: 5000, run: runSeals },
  { name: 'realNames', everyMs: 5000, run: runChecks },
  { name: 'simulatedSealNotices', everyMs: 3000, run: runSimulatedSealNotices },
]
