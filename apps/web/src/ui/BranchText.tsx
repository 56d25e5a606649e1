// A branch of the house in a list: by its own name, for the name of the house before it is the same in every row.
import { nothing } from './Figures.tsx'

/** 运枢物流科技有限公司华北分公司 as 华北分公司; names made otherwise stay as they are. */
export const shortBranch = (name: string): string => name.replace(/^.+公司(?=.+分公司$)/, '')

/** The short name; the whole one when pointed at. */
export const BranchText = ({ name }: { name: string | undefined }) =>
  name === undefined ? nothing : <span title={name}>{shortBranch(name)}</span>
