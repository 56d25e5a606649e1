// One terminal: the vehicle it sits in, its connection, what it said last, and devices that want its number.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { getTerminal, updateTerminal, type TerminalDetail } from '@yunshu/contract/terminal/terminal'
import { terminalPresences, terminalProtocols, terminalRoles, terminalStates } from '@yunshu/domain/terminal/terminal'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { stateSince } from '../../ui/record/reachedBy.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { BindingsSection } from './BindingsSection.tsx'
import { CommandsSection } from './CommandsSection.tsx'
import { ConflictSection } from './ConflictSection.tsx'
import { MessagesSection } from './MessagesSection.tsx'
import { PhotosSection } from './PhotosSection.tsx'
import { TerminalActs } from './TerminalActs.tsx'

const TerminalDrawer = lazy(async () => ({ default: (await import('./TerminalDrawer.tsx')).TerminalDrawer }))
const BindTerminalDrawer = lazy(async () => ({
  default: (await import('./BindTerminalDrawer.tsx')).BindTerminalDrawer,
}))

/** Screen TerminalDetails. */
export default function TerminalDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getTerminal, { id })
  const [shown, setShown] = useState<'edit' | 'bind'>()
  useReopening(...(answer.data ? [[() => setShown('edit'), updateTerminal, { id }] as const] : []))
  return (
    <DetailPage
      answer={answer}
      title={it => `终端 ${it.phone}`}
      hero={it => (
        <Hero
          word="终端"
          unit="个"
          name={it.phone}
          tag={<StatusTag machine={terminalStates} state={it.state} />}
          isTurn={it.moves.some(move => move === 'settle' || move === 'settleFree')}
          waits={it.state === 'conflict' ? '等平台处理冲突' : undefined}
          since={stateSince(terminalStates, it)}
          line={[
            terminalPresences[it.presence].label,
            it.plate ?? '未绑定车辆',
            // the reason it is out of use comes before whose it is
            ...(it.state === 'blocked' ? [it.note, it.carrierName] : [it.carrierName]),
          ]
            .filter(Boolean)
            .join(' · ')}
          acts={<TerminalActs terminal={it} onShow={setShown} />}
        />
      )}
      rail={it => (
        <>
          <Connection terminal={it} />
          {it.bindings.length === 0 && <BindingsSection bindings={it.bindings} />}
          <History log={it.log} />
        </>
      )}
    >
      {it => (
        <>
          {it.claims.length > 0 && <ConflictSection terminal={it} />}
          <TerminalFacts terminal={it} />
          {it.bindings.length > 0 && <BindingsSection bindings={it.bindings} />}
          <CommandsSection terminal={it} />
          <PhotosSection id={it.id} />
          <MessagesSection id={it.id} />
          {shown !== undefined && (
            <Suspense fallback={null}>
              <Reopens by={() => setShown(shown)}>
                {shown === 'edit' ? (
                  <TerminalDrawer terminal={it} onClose={() => setShown(undefined)} />
                ) : (
                  <BindTerminalDrawer terminal={it} onClose={() => setShown(undefined)} />
                )}
              </Reopens>
            </Suspense>
          )}
        </>
      )}
    </DetailPage>
  )
}

function TerminalFacts({ terminal: it }: { terminal: TerminalDetail }) {
  return (
    <Section title="终端信息">
      <Facts
        items={[
          ['终端编号', it.deviceNo ?? ''],
          ['厂商', it.maker ?? ''],
          ['型号', it.model ?? ''],
          ['协议版本', `JT/T 808-${terminalProtocols[it.protocol].label}`],
          ['IMEI', it.imei ?? ''],
          ['ICCID', it.iccid ?? ''],
          ['固件版本', it.software ?? ''],
          [
            '车辆',
            it.vehicleId === undefined ? (
              ''
            ) : (
              <a key="vehicle" className="ys-link" href={screenUrl('VehicleDetails', { id: it.vehicleId })}>
                {it.plate}
              </a>
            ),
          ],
          ['角色', it.vehicleId === undefined ? undefined : terminalRoles[it.role].label],
          ['登记时间', <Time key="created" value={it.createdAt} />],
          ['备注', it.note ?? '', 'wide'],
        ]}
      />
    </Section>
  )
}

/** Whether it is heard, since when, and from where. */
function Connection({ terminal: it }: { terminal: TerminalDetail }) {
  return (
    <Section title="连接">
      <Facts
        items={[
          ['连接状态', terminalPresences[it.presence].label],
          ['最后上线', it.seenAt === undefined ? '从未上线' : <Time key="seen" value={it.seenAt} />],
          ['本次在线', it.onlineSince === undefined ? undefined : <Time key="since" value={it.onlineSince} />],
          ['来自地址', it.ip],
        ]}
      />
    </Section>
  )
}
