// The open work between two companies, in words.
import { openParts, type OpenWork } from '@yunshu/domain/relation'

export function OpenWorkText({ open }: { open: OpenWork }) {
  const parts = openParts(open)
  if (parts.length === 0) return <p>双方没有未完业务。</p>
  return (
    <p>
      双方还有{' '}
      {parts.map(([n, text], i) => (
        <span key={text}>
          {i > 0 && '、'}
          <strong className="ys-figure">{n}</strong> {text}
        </span>
      ))}
      。
    </p>
  )
}
