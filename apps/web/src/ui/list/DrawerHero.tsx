// The strip at the head of a record in a drawer: its state, its subject in one line and the figure that matters. Number, neighbours
// and acts stand in the head of the drawer itself.
import type { ReactNode } from 'react'
import '../record/record.css'
import './drawerHero.css'

interface DrawerHeroProps {
  /** The state. */
  tag: ReactNode
  /** The parts of the line that are known. */
  line: readonly (string | undefined)[]
  figure: { readonly value: ReactNode; readonly label: string }
}

export function DrawerHero({ tag, line, figure }: DrawerHeroProps) {
  const said = line.filter(part => part !== undefined && part !== '').join(' · ')
  return (
    <div className="ys-drawer-hero">
      <div>
        <p>{tag}</p>
        <p title={said}>{said}</p>
      </div>
      <div className="ys-hero-figure">
        <strong>{figure.value}</strong>
        <span>{figure.label}</span>
      </div>
    </div>
  )
}
