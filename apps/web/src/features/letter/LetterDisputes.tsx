// Accounts of a letter that a company disputes, the answer of the house, and the way to give one.
import type { LetterDetail, LetterLine } from '@yunshu/contract/letter/letter'
import { lineActs, type LineAct } from '@yunshu/domain/statement'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { Button } from 'antd'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'

/** An act on an account was pressed. */
export type OnLetterAct = (act: LineAct, line: LetterLine) => void

/** Nothing while no account was disputed. */
export function LetterDisputes({ letter, onAct }: { letter: LetterDetail; onAct: OnLetterAct }) {
  const said = letter.rows.filter(({ dispute }) => dispute !== undefined)
  if (said.length === 0) return null
  return (
    <Section title={`异议（${said.length}）`}>
      <ul className="sm-disputes">
        {said.map(line => (
          <li key={line.account}>
            <div>
              <strong>{flowAccounts[line.account]}</strong> {line.dispute}
              <div className="ys-weak">
                {line.disputedBy} {line.disputedAt !== undefined && <Time value={line.disputedAt} />}
              </div>
              {line.answer !== undefined && (
                <p>
                  说明：{line.answer} <span className="ys-weak">{line.answeredBy}</span>
                </p>
              )}
            </div>
            {line.acts.includes('explain') && (
              <Button
                aria-label={`${flowAccounts[line.account]}${lineActs.explain.label}`}
                onClick={() => onAct('explain', line)}
              >
                {lineActs.explain.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
