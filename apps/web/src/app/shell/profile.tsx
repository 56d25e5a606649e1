// The person's own facts, shown from the user menu.
import { userTypeLabels, wlhyLabels, type UserType } from '@yunshu/domain/account/account'
import { useSession } from '../../lib/session.ts'
import { isCarrierSide, isShipperSide } from '../../lib/side.ts'
import { tellInDialog } from '../dialogs.ts'

const isUserType = (type: number): type is UserType => Object.hasOwn(userTypeLabels, type)

/** Opens the profile. */
export function showProfile(): void {
  const { info, jurisdiction, selectEmployee } = useSession.getState()
  if (!info) return
  const sides = [isShipperSide(info) ? '货主' : '', isCarrierSide(info) ? '承运商' : ''].filter(Boolean).join('、')
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['姓名', info.name],
    ['账号', info.account],
    ['正在代', selectEmployee && `${selectEmployee.companyName} · ${selectEmployee.name}`],
    ['账号类型', isUserType(info.type) ? userTypeLabels[info.type] : undefined],
    ['企业', info.companyName],
    ['分公司', info.branchCompanyName],
    ['业务身份', sides],
    ['网络货运', info.wlhyType === undefined ? undefined : wlhyLabels[info.wlhyType]],
    ['职位', jurisdiction?.userRoles.join('、')],
  ]
  void tellInDialog({
    title: '个人资料',
    icon: null,
    okText: '关闭',
    width: 420,
    content: (
      <dl className="facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    ),
  })
}
