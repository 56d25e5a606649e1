// The line under the header while one works for an employee: for whom, and the way back.
import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { workForOneself } from '../acting.ts'

/** Nothing while one works for oneself. */
export function ActingBanner() {
  const employee = useSession(session => session.selectEmployee)
  const [isBusy, setBusy] = useState(false)
  if (!employee) return null
  const stop = (): void => {
    setBusy(true)
    void workForOneself().finally(() => setBusy(false))
  }
  return (
    <output className="acting">
      <span className="acting-text">
        正在代{' '}
        <strong>
          {employee.companyName} · {employee.name}
        </strong>{' '}
        操作
      </span>
      <button type="button" className="acting-stop" disabled={isBusy} onClick={stop}>
        退出代办
      </button>
    </output>
  )
}
