// The bar under the pages of a phone. It leaves while something is typed and on pages with a foot of their own (shell.css).
import { useMemo } from 'react'
import { useSession } from '../../lib/session.ts'
import { isOutsidePlatform } from '../../lib/side.ts'
import { bottomEntries, type BottomEntry } from './bottomEntries.ts'
import { Icon } from './Icon.tsx'
import { NoticeButton } from './NoticeButton.tsx'

/** The places of the person, the one in front marked. */
export default function BottomBar({ pathname }: { pathname: string }) {
  const info = useSession(session => session.info)
  const jurisdiction = useSession(session => session.jurisdiction)
  const entries = useMemo(() => bottomEntries(info, jurisdiction), [info, jurisdiction])
  return (
    <nav className="bottom-bar" aria-label="常用页面">
      {entries.slice(0, -1).map(entry => (
        <BottomLink key={entry.path} {...entry} isHere={entry.path === pathname} />
      ))}
      {isOutsidePlatform(info) && <NoticeButton className="bottom-link" isNamed />}
      {entries.slice(-1).map(entry => (
        <BottomLink key={entry.path} {...entry} isHere={entry.path === pathname} />
      ))}
    </nav>
  )
}

function BottomLink({ title, path, icon, isHere }: BottomEntry & { isHere: boolean }) {
  return (
    <a className="bottom-link" href={path} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      {title}
    </a>
  )
}
