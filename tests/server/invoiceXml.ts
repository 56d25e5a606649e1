// The XML of an electronic invoice as the tax platform gives it out.

interface Said {
  readonly number: string
  readonly gross: string
  readonly tax: string
  readonly sellerName?: string
  readonly sellerTaxNo?: string
  readonly buyerTaxNo?: string
  readonly day?: string
  /** Of refined oil. */
  readonly litres?: string
  /** The label of its kind; without, its head has none. */
  readonly kind?: '增值税专用发票' | '普通发票'
}

/** An invoice with one line; amounts in yuan. */
export function invoiceXml({
  number,
  gross,
  tax,
  sellerName = '河北顺达运输有限公司',
  sellerTaxNo = '91350100M000100Y43',
  // the first branch of the foundation
  buyerTaxNo = '91130203MA6DEM02X6',
  day = '2026-11-20',
  litres,
  kind,
}: Said): string {
  const net = ((Math.round(Number(gross) * 100) - Math.round(Number(tax) * 100)) / 100).toFixed(2)
  const label = kind
    ? `<InherentLabel><GeneralOrSpecialVAT><LabelName>${kind}</LabelName></GeneralOrSpecialVAT></InherentLabel>`
    : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<EInvoice>
  <Header><EIid>${number}</EIid><EInvoiceTag>SWEI3200</EInvoiceTag><Version>0.2</Version>${label}</Header>
  <EInvoiceData>
    <SellerInformation><SellerIdNum>${sellerTaxNo}</SellerIdNum><SellerName>${sellerName}</SellerName></SellerInformation>
    <BuyerInformation><BuyerIdNum>${buyerTaxNo}</BuyerIdNum><BuyerName>运枢物流科技有限公司</BuyerName></BuyerInformation>
    <BasicInformation>
      <TotalAmWithoutTax>${net}</TotalAmWithoutTax><TotalTaxAm>${tax}</TotalTaxAm>
      <TotalTax-includedAmount>${gross}</TotalTax-includedAmount>
      <RequestTime>${day} 10:00:00</RequestTime>
    </BasicInformation>
    <IssuItemInformation>${litres === undefined ? '<ItemName>*运输服务*国内道路货物运输服务</ItemName>' : `<ItemName>*汽油*92号车用汽油</ItemName><MeaUnits>升</MeaUnits><Quantity>${litres}</Quantity>`}<Amount>${net}</Amount><TaxRate>0.09</TaxRate></IssuItemInformation>
  </EInvoiceData>
  <TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>${day} 10:00:01</IssueTime></TaxSupervisionInfo>
</EInvoice>
`
}
