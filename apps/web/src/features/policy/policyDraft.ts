// What somebody switched and has not saved yet, against what is in force.
import { freePolicies, type FreePolicy, type Policies } from '@yunshu/domain/company/company'

/** Switched positions by policy; a policy that was not touched is absent. */
export type PolicyDraft = Readonly<Partial<Record<FreePolicy, boolean>>>

/** The policies a draft would change, in the order they are shown. */
export const changedBy = (draft: PolicyDraft, inForce: Policies): FreePolicy[] =>
  freePolicies.filter(key => draft[key] !== undefined && draft[key] !== inForce[key])
