// The people of a record: what they are in it, their names and telephones, to call or copy.
import { PhoneOutlined } from '@ant-design/icons'
import { CopyText } from '../CopyText.tsx'
import { Section } from '../Facts.tsx'
import { callUrl, isCallable } from '../Phone.tsx'
import './record.css'

export interface Person {
  /** Their part in the record: 司机. */
  readonly role: string
  readonly name: string
  readonly mobile?: string | undefined
}

export function People({ people }: { people: readonly Person[] }) {
  const shown = people.filter(({ name, mobile }) => name !== '' || (mobile ?? '') !== '')
  if (shown.length === 0) return null
  return (
    <Section title="联系">
      <ul className="ys-people">
        {shown.map(({ role, name, mobile = '' }) => (
          <li key={`${role} ${name} ${mobile}`}>
            <span>
              {name} <small>{role}</small>
              {mobile !== '' && <span className="ys-people-phone ys-figure">{mobile}</span>}
            </span>
            {isCallable(mobile) && (
              <span className="ys-people-acts">
                <CopyText text={mobile} isBare />
                <a className="ys-icon-button" href={callUrl(mobile)} aria-label={`呼叫 ${name}`}>
                  <PhoneOutlined />
                </a>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
