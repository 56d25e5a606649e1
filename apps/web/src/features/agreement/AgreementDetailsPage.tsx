// One agreement: its text, the parties and their signatures, the papers, and what the partner was heard to say.
import { askAgreement, getAgreement, signAgreement, type AgreementDetail } from '@yunshu/contract/agreement/agreement'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import {
  agreementKinds,
  agreementMethods,
  agreementRoles,
  agreementStates,
  askedStates,
  partyStates,
} from '@yunshu/domain/agreement/agreement'
import { partnerStates } from '@yunshu/domain/partner'
import { useState } from 'react'
import { useParams } from 'react-router'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section, TechnicalFacts } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { FilePhotos } from '../../ui/FilePhotos.tsx'
import { textColumn, timeColumn, type Column, type RowAction } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { agreementTurn, SigningSteps } from './SigningSteps.tsx'
import { agreementActs, isDialogMove, type AgreementAct } from './agreementActs.ts'
import { AgreementDialog } from './AgreementDialog.tsx'
import { ChangeAgreement, FilePaper } from './AgreementForms.tsx'
import './agreement.css'

type Party = AgreementDetail['parties'][number]
const partyColumns: readonly Column<Party>[] = [
  textColumn<Party>('role', '身份', row => `${agreementRoles[row.role]}${row.isOurs ? '（本方）' : ''}`, {
    width: 150,
  }),
  textColumn<Party>('name', '名称', row => row.name, { width: 260 }),
  textColumn<Party>('creditNo', '统一社会信用代码', row => row.creditNo, { width: 200 }),
  textColumn<Party>('state', '签署', row => partyStates[row.state].label, { width: 100 }),
  timeColumn<Party>('signedAt', '签署时间', row => row.signedAt, { whole: true }),
]
const partyKey = ({ role }: Party): string => role
const invalidates = staleAfter('agreement')

/** Screen AgreementDetails. */
export default function AgreementDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getAgreement, { id }, { quiet: true })
  const [act, setAct] = useState<AgreementAct>()
  const { data } = answer
  const close = (): void => setAct(undefined)
  return (
    <>
      <DetailPage
        answer={answer}
        title={it => `合同 ${it.agreementNo}`}
        hero={it => (
          <Hero
            word="合同"
            unit="份"
            name={it.agreementNo}
            tag={<StatusTag machine={agreementStates} state={it.state} />}
            line={[agreementKinds[it.kind].label, it.title].join(' · ')}
            {...agreementTurn(it)}
            acts={<Acts it={it} onAct={setAct} />}
          />
        )}
        notice={it => <Standing it={it} />}
        rail={it => (
          <>
            <SigningSteps it={it} />
            <History log={it.log} />
          </>
        )}
      >
        {it => <Cards it={it} />}
      </DetailPage>
      {data && act === 'filePaper' && <FilePaper row={data} onClose={close} />}
      {data && act === 'change' && <ChangeAgreement row={data} onClose={close} />}
      {data && isDialogMove(act) && <AgreementDialog key={act} row={data} move={act} onClose={close} />}
    </>
  )
}

/** Signing leads to the partner's page; it comes back to the public page of results. */
function Acts({ it, onAct }: { it: AgreementDetail; onAct: (act: AgreementAct) => void }) {
  const signing = useSend(signAgreement, {})
  const asking = useSend(askAgreement, { invalidates, done: () => toast.success('已查询') })
  const sign = {
    label: '去签署',
    disabled: signing.isBusy,
    onClick: () =>
      void signing.run({ id: it.id }).then(answer => {
        if (answer) location.assign(answer.url)
      }),
  }
  const isAsked = askedStates.some(state => state === it.state)
  const ask = { label: '查询结果', disabled: asking.isBusy, onClick: () => void asking.run({ id: it.id }) }
  const acts: readonly RowAction[] = [...(isAsked ? [ask] : []), ...agreementActs(it, onAct)]
  const [paper] = it.state === 'signed' ? it.files : []
  const fetchPaper = paper && { label: '下载签署件', onClick: () => window.open(paper.url, '_blank', 'noreferrer') }
  const next = it.canSign ? sign : (acts.find(({ danger }) => !danger) ?? fetchPaper)
  return <PageActions primary={next} actions={acts} />
}

/** The reason the state may be out of date, or of its end. */
function Standing({ it }: { it: AgreementDetail }) {
  if (it.fault !== undefined)
    return (
      <output className="ag-note">{it.fault}。状态以最近一次相符的答复为准，系统会继续查询；其他业务不受影响。</output>
    )
  if (it.reason === undefined) return null
  return <output className="ag-note">原因：{it.reason}</output>
}

function Cards({ it }: { it: AgreementDetail }) {
  return (
    <>
      <Section title="签署方">
        <SimpleTable title="签署方" rows={it.parties} columns={partyColumns} rowKey={partyKey} />
      </Section>
      <Section title="合同信息">
        <Facts
          items={[
            ['签署方式', it.method === undefined ? '' : agreementMethods[it.method]],
            ['签章平台', it.isSimulated ? partnerStates.simulated.label : undefined],
            [
              '运单号',
              it.waybillId === undefined ? undefined : (
                <a key="waybill" className="ys-link" href={screenUrl('WaybillDetails', { id: it.waybillId })}>
                  {it.waybillNo}
                </a>
              ),
            ],
            ['模板', it.templateName],
            ['起草人', it.maker],
            ['起草时间', <Time key="made" value={it.createdAt} whole />],
            ['签署截止', it.until === undefined ? '' : <Time key="until" value={it.until} whole />],
            ['签署时间', it.signedAt === undefined ? '' : <Time key="signed" value={it.signedAt} whole />],
            ['最近查询', it.askedAt === undefined ? '' : <Time key="asked" value={it.askedAt} whole />],
            ['上传人', it.filer ?? ''],
            ['复核人', it.confirmer ?? ''],
          ]}
        />
        <TechnicalFacts
          items={[
            ['签章任务号', it.taskNo ?? '', 'wide'],
            ['正文哈希', it.sha256, 'wide'],
          ]}
        />
      </Section>
      {it.files.length > 0 && (
        <Section title="签署件">
          <FilePhotos files={it.files} />
        </Section>
      )}
      <Section title="正文">
        {it.body === undefined ? (
          <p className="ys-weak">正文含运价，需要查看运价的权限</p>
        ) : (
          <div className="ag-text">{it.body}</div>
        )}
      </Section>
    </>
  )
}
