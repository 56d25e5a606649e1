// Choosing an employee to work for (SH-19): the page starts anew with that person's menus and rights.
import { listEmployees } from '@yunshu/contract/session/session'
import { ownNameOnly, permitWords } from '@yunshu/domain/permits/permits'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { workFor } from '../acting.ts'
import { Selector } from './Selector.tsx'
import { useLater } from './useLater.ts'

/** Open while the session says showEmployeeSelector. */
export default function EmployeeSelector() {
  const showSelector = useSession(session => session.showSelector)
  const [text, typed, setTyped] = useLater('')
  const { data, error, isFetching, refetch } = useCall(listEmployees, text === '' ? {} : { text }, {
    keepPrevious: true,
    quiet: true,
  })
  const close = (): void => showSelector(undefined)
  return (
    <Selector
      title="选择员工"
      hint="姓名、账号或企业"
      note={`选择后以该员工的权限操作，操作记录写明双方姓名；${permitWords(ownNameOnly)}须以本人身份进行。`}
      typed={typed}
      onType={setTyped}
      isLoading={isFetching}
      error={error}
      retry={() => {
        void refetch()
      }}
      rows={(data?.rows ?? []).map(({ id, name, account, companyName }) => ({
        id,
        title: name,
        note: `${account} · ${companyName}`,
      }))}
      close={close}
      choose={id => {
        close()
        void workFor(id)
      }}
    />
  )
}
