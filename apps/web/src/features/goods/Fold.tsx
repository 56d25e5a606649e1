// A part of the publishing form that stands folded; its fields stay, so that they are checked and sent.
import { use, type ReactNode } from 'react'
import { FoldsContext } from './folds.ts'

export function Fold({ name, children }: { name: string; children: ReactNode }) {
  const { folds, isOpen } = use(FoldsContext)
  return <div hidden={folds && !isOpen(name)}>{children}</div>
}

interface RareFieldsProps {
  name: string
  label: string
  /** One of them has to be filled in. */
  isWanted?: boolean
  children: ReactNode
}

/** The fields few need, behind a button beside those everybody fills. */
export function RareFields({ name, label, isWanted = false, children }: RareFieldsProps) {
  const { folds, isOpen, toggle } = use(FoldsContext)
  const isShown = isWanted || isOpen(name)
  if (!folds) return <>{children}</>
  return (
    <>
      {!isShown && (
        <button type="button" className="ys-link gd-rare" onClick={() => toggle(name, true)}>
          {label}
        </button>
      )}
      <div className="ys-form-grid ys-wide-item" hidden={!isShown}>
        {children}
      </div>
    </>
  )
}
