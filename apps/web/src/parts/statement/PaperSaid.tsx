// The sentences over a paper both sides answer: whose turn it is, what came after it.
import './statement.css'

export function PaperSaid({ said }: { said: readonly string[] }) {
  return said.length === 0 ? null : <output className="sm-note">{said.join('。')}</output>
}
