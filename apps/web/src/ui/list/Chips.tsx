// The filter of a list, as chips: each can be taken away, and all at once.
import { lazy, Suspense } from 'react'
import type { Said } from './sayFilter.ts'

const RegionText = lazy(async () => ({ default: (await import('./RegionText.tsx')).RegionText }))

interface ChipsProps {
  said: readonly Said[]
  onRemove: (names: readonly string[]) => void
  onClear: () => void
  onKeep: (() => void) | undefined
}

export function Chips({ said, onRemove, onClear, onKeep }: ChipsProps) {
  if (said.length === 0) return null
  return (
    <div className="ys-strip-line">
      <ul className="ys-chips" aria-label="已选条件">
        {said.map(({ names, label, text, region }) => (
          <li key={names.join()} className="ys-chip">
            <span>
              {label}：
              {region === undefined ? (
                text
              ) : (
                <Suspense fallback={text}>
                  <RegionText code={region} />
                </Suspense>
              )}
            </span>
            <button type="button" title="去掉条件" onClick={() => onRemove(names)}>
              <span className="visually-hidden">去掉条件 {label}</span>
              <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className="ys-link ys-chip-act" onClick={onClear}>
            清空
          </button>
        </li>
      </ul>
      {onKeep && (
        <button type="button" className="ys-link ys-chip-act" onClick={onKeep}>
          存为视图
        </button>
      )}
    </div>
  )
}
