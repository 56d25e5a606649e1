// One input invoice: its figures, the waybills it is bound to, its file, vouchers and history.
import type { InputInvoiceDetail } from '@yunshu/contract/invoice/input'
import type { UseQueryResult } from '@tanstack/react-query'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { inputKinds, inputSources, inputStates, isDeductible, type InputMove } from '@yunshu/domain/invoice/input'
import { inputClasses } from '@yunshu/domain/invoice/inputClass'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { useState } from 'react'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { FilePhotos } from '../../ui/FilePhotos.tsx'
import { Time } from '../../ui/Figures.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { stateSince } from '../../ui/record/reachedBy.ts'
import { shortBranch, shortCompany } from '../../ui/shortCompany.ts'
import { SecondTag } from '../../ui/SecondTag.tsx'
import { InputBindings, litresText } from './InputBindings.tsx'
import { InputCandidates } from './InputCandidates.tsx'
import { InputMoney } from './InputMoney.tsx'
import { InputDialog } from './InputDialog.tsx'

/** The next hand of an invoice; one whose tax is not deducted waits for nobody once it is checked. */
function waitsOf(input: InputInvoiceDetail): string | undefined {
  if (input.state === 'uploaded') return '等平台另一人查验'
  return input.state === 'verified' && isDeductible(input) ? '等平台勾选' : undefined
}

/** An input invoice as screen QueryInvoiceVoucher shows it. */
export function InputRecord({
  answer,
}: {
  answer: Pick<UseQueryResult<InputInvoiceDetail>, 'data' | 'error' | 'isPending' | 'refetch'>
}) {
  const [moving, setMoving] = useState<InputMove>()
  const { data } = answer
  return (
    <>
      <DetailPage
        answer={answer}
        title={input => `进项发票 ${input.invoiceNo}`}
        hero={input => (
          <Hero
            word={`${inputClasses[input.class]}进项发票`}
            unit="张"
            name={input.invoiceNo}
            tag={<SecondTag machine={inputStates} state={input.state} moves={input.moves} />}
            isTurn={input.moves.some(move => move === 'verify' || move === 'tick')}
            waits={waitsOf(input)}
            since={stateSince(inputStates, input)}
            line={[shortCompany(input.sellerName), shortBranch(input.branchName), inputSources[input.source]].join(
              ' · ',
            )}
            figure={{ value: <InputMoney row={input} of="gross" />, label: '价税合计(元)' }}
            acts={<InputActs moves={input.moves} onMove={setMoving} />}
          />
        )}
        rail={input => <History log={input.log} />}
      >
        {input => (
          <>
            <InputBindings input={input} />
            <InputCandidates input={input} />
            <InputFacts input={input} />
            <Section title="发票文件">
              <FilePhotos files={input.files} />
            </Section>
          </>
        )}
      </DetailPage>
      {moving && data && <InputDialog row={data} move={moving} onClose={() => setMoving(undefined)} />}
    </>
  )
}

function InputActs({ moves, onMove }: { moves: readonly InputMove[]; onMove: (move: InputMove) => void }) {
  const acts = moves.map(move => ({
    label: inputStates.moves[move].label,
    danger: 'danger' in inputStates.moves[move],
    onClick: () => onMove(move),
  }))
  return <PageActions primary={acts.find(({ danger }) => !danger)} actions={acts} />
}

function InputFacts({ input }: { input: InputInvoiceDetail }) {
  return (
    <Section title="发票内容">
      <Facts
        items={[
          ['类别', `${inputClasses[input.class]} · ${inputKinds[input.kind]}`],
          ...(input.invoiceCode === '' ? [] : [['发票代码', input.invoiceCode] as const]),
          ['销方', input.sellerName],
          ['销方税号', input.sellerTaxNo],
          ['购方', input.buyerName],
          ['购方税号', input.buyerTaxNo],
          ['开票日期', <Time key="day" value={input.issuedAt} dayOnly whole />],
          ['不含税(元)', <InputMoney key="net" row={input} of="net" />],
          ['税额(元)', <InputMoney key="tax" row={input} of="tax" />],
          [
            '已用税额(元)',
            <AskedMoney key="used" asked={{ amountOf: 'usedTax', id: input.id }} value={input.usedTax} />,
          ],
          ['未绑定(元)', <InputMoney key="unbound" row={input} of="unbound" />],
          ...(input.litresCl === undefined ? [] : [['升数', litresText(input.litresCl)] as const]),
          ['大写', input.amountInWords, 'wide'],
          ['勾选时间', input.tickedAt === undefined ? '' : <Time key="ticked" value={input.tickedAt} whole />],
          ['税款所属期', input.taxPeriod === undefined ? '' : periodText(input.taxPeriod)],
          ['上传人', input.maker],
          ['查验人', input.checker ?? ''],
          [
            '凭证',
            input.vouchers.length === 0
              ? ''
              : input.vouchers.map(voucher => (
                  <a
                    key={voucher.id}
                    className="ys-link"
                    href={screenUrl('AccountingVoucher', { id: voucher.id, branchCompanyId: input.branchCompanyId })}
                  >
                    {voucher.voucherNo}{' '}
                  </a>
                )),
          ],
          ['红票号码', input.redNo ?? ''],
          ['原因', input.reason ?? '', 'wide'],
        ]}
      />
    </Section>
  )
}
