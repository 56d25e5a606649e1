// The sections of the publishing form beside it, each with the number of its faults and a way there.
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import type { FormInstance } from 'antd'
import { useCallback } from 'react'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { draftFaults, railOf, railTitles, type RailName } from './draftFaults.ts'
import { foldOf, type Folds } from './folds.ts'
import type { GoodsDraft } from './publishForm.ts'

interface SectionRailProps {
  form: FormInstance
  kind: GoodsKind
  picksShipper: boolean
  /** Whether a part of the form stands open. */
  isOpen: Folds['isOpen']
  /** Leads to the first fault of a section, or to its title. */
  onJump: (title: string, fault: string | undefined) => void
}

/** The number of things people see missing: a place that stands folded is one of them, whatever fields it has. */
const seenFaults = (faults: readonly string[], isOpen: Folds['isOpen']): number =>
  new Set(
    faults.map(path => {
      const fold = foldOf(path)
      return fold === undefined || isOpen(fold) ? path : fold
    }),
  ).size

/** The last entry leads to the first thing that is missing, and to the summary when nothing is. */
export function SectionRail({ form, kind, picksShipper, isOpen, onJump }: SectionRailProps) {
  const missing = useCallback(
    (draft: GoodsDraft) => Object.keys(draftFaults(draft, kind, picksShipper)),
    [kind, picksShipper],
  )
  const faults = useFormPick(form, missing)
  const names = (Object.keys(railTitles) as RailName[]).filter(
    name => (name !== 'trunk' || kind === 'GX') && (name !== 'shipper' || picksShipper),
  )
  return (
    <div className="gd-rail">
      <Toolbar
        label="填写进度"
        items={names.map(name => {
          const own = faults.filter(path => railOf(path) === name)
          const count = seenFaults(name === 'summary' ? faults : own, isOpen)
          return {
            key: name,
            text: (
              <>
                <span>{railTitles[name]}</span>
                {count > 0 ? (
                  <span className="gd-missing">{name === 'summary' ? '待补齐' : `缺 ${count} 处`}</span>
                ) : (
                  <span className="ys-weak">已齐</span>
                )}
              </>
            ),
            press: () => {
              if (name !== 'summary') onJump(railTitles[name], own[0])
              else if (faults[0] === undefined) form.submit()
              else onJump(railTitles[name], faults[0])
            },
          }
        })}
      />
    </div>
  )
}
