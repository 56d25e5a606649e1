// The order of test files: the long ones begin first, so that no worker is left with one while the others are done.
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node'

/** The order that puts the files of these paths first, and the others as usual; gives way to `--sequence.shuffle`. */
export function longestFirst(...paths: readonly string[]): { sequencer?: TestSequencerConstructor } {
  // a sequencer of the configuration would win over the command line
  if (process.argv.some(word => word.startsWith('--sequence.shuffle'))) return {}
  const turn = ({ moduleId }: TestSpecification): number => (paths.some(path => moduleId.includes(path)) ? 0 : 1)
  class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((a, b) => turn(a) - turn(b))
    }
  }
  return { sequencer: LongestFirst }
}
