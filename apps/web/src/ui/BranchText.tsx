// The name of a branch by the part that differs; the whole of it when pointed at.
import { nothing } from './Figures.tsx'
import { shortBranch } from './shortCompany.ts'

export const BranchText = ({ name }: { name: string | undefined }) =>
  name === undefined || name === '' ? nothing : <span title={name}>{shortBranch(name)}</span>
