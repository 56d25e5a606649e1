// Names of the fields of agreements.

export const agreementLabels = {
  templateId: '模板',
  relationId: '合作关系',
  values: '填写内容',
  signedOn: '签署日期',
  no: '证件号码',
  basedOn: '模板版本',
} as const
