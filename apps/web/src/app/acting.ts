// Working for an employee, begun and ended from the shell: the whole page starts anew with the other account's menus.
import { actFor, stopActing } from '@yunshu/contract/session/acting'
import { send } from '../lib/send.ts'
import { startAnew } from '../lib/sessionEnd.ts'
import { mayLose } from './tabs/asking.ts'
import { tellServer } from './tabs/store.ts'

/** Begins to act for a person, after a question about unsaved input. */
export const workFor = (userId: string): Promise<void> => change('切换', () => send(actFor, { userId }))

/** Ends it. */
export const workForOneself = (): Promise<void> => change('退出代办', () => send(stopActing, {}))

async function change(doing: string, write: () => Promise<unknown>): Promise<void> {
  if (!(await mayLose(undefined, doing))) return
  await tellServer()
  // a refusal has been shown; everything stays as it is
  if (
    await write().then(
      () => true,
      () => false,
    )
  )
    startAnew()
}
