// Choosing one of the company's people (SH-19); the choice stands in the session for the pages that ask for it.
import { listEmployees } from '@yunshu/contract/session'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { Selector } from './Selector.tsx'
import { useLater } from './useLater.ts'

/** Open while the session says showEmployeeSelector. */
export default function EmployeeSelector() {
  const { selectEmployee, chooseEmployee, showSelector } = useSession()
  const [text, typed, setTyped] = useLater('')
  const { data, error, isFetching, refetch } = useCall(listEmployees, text === '' ? {} : { text }, { keepPrevious: true, quiet: true })
  const rows = data?.rows ?? []
  return (
    <Selector title="选择员工" hint="姓名或账号" typed={typed} onType={setTyped} isLoading={isFetching} error={error} retry={() => { void refetch() }} chosen={selectEmployee?.id}
      rows={rows.map(({ id, name, account, companyName }) => ({ id, title: name, note: `${account} · ${companyName}` }))}
      close={() => showSelector(undefined)} clear={() => chooseEmployee(undefined)} choose={(id) => chooseEmployee(rows.find((row) => row.id === id))} />
  )
}
