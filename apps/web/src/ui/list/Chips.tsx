// The filter of a list, as chips: each can be taken away, and all at once.
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import type { Said } from './sayFilter.ts'

const RegionText = lazy(async () => ({ default: (await import('./RegionText.tsx')).RegionText }))

interface ChipsProps {
  said: readonly Said[]
  onRemove: (names: readonly string[]) => void
  onClear: () => void
}

export function Chips({ said, onRemove, onClear }: ChipsProps) {
  if (said.length === 0) return null
  return (
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
      {said.length > 1 && (
        <li>
          <Button type="link" size="small" onClick={onClear}>
            清除全部
          </Button>
        </li>
      )}
    </ul>
  )
}
