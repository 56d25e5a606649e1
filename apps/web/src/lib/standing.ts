// The person's standing: the account whose rights the session has, and the branch chosen in this window.
import { Standing } from '@yunshu/contract/session/acting'
import * as z from 'zod/mini'

/** The account permission info describes; undefined when it says too little. */
export function standingIn(userInfo: string): Standing | undefined {
  const read = z.safeParse(Standing, readJson(userInfo))
  return read.success ? read.data : undefined
}

/** A branch company the platform's people chose to work for (spec §3). */
export interface SelectedBranch {
  branchCompanyById: string
  branchCompanyByName: string
}

const Kept = z.object({ handle: z.string(), branchCompanyById: z.string(), branchCompanyByName: z.string() })
const keptName = 'yunshu.branch'

/** The branch this person chose in this window before the page was loaded; somebody else's is forgotten. */
export function keptBranch(handle: string | undefined): SelectedBranch | undefined {
  const read = z.safeParse(Kept, readJson(sessionStorage.getItem(keptName) ?? ''))
  if (!read.success || read.data.handle !== handle) return undefined
  const { branchCompanyById, branchCompanyByName } = read.data
  return { branchCompanyById, branchCompanyByName }
}

/** Keeps the chosen branch for the next load of this window's page, or forgets it. */
export function keepBranch(handle: string | undefined, branch: SelectedBranch | undefined): void {
  if (branch && handle !== undefined) sessionStorage.setItem(keptName, JSON.stringify({ handle, ...branch }))
  else sessionStorage.removeItem(keptName)
}

/** The JSON value of a text; undefined when it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
