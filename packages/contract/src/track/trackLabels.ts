// Chinese names of the input fields of tracking and of terminals.

/** Names of fields that only tracks and terminals have. */
export const trackLabels = {
  shape: '形状',
  corners: '顶点',
  sealedPart: '证据份号',
  paramItems: '参数',
  camera: '通道',
  stay: '停留时长',
  differs: '里程差异',
  online: '上线情况',
  box: '矩形',
  callee: '通话对象',
  calledAt: '通话时间',
  said: '通话内容',
} as const
