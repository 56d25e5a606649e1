// Refusals of the wire itself: session, request, row, key, and signing in. The part of the table of problems the login
// page carries.

/** `code` is what the envelope carries: negative ends the session (session layer only), positive is a refusal. */
export interface ProblemRow {
  readonly code: number
  readonly http: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503
  readonly text: string
}

/** Declares rows of the table of problems. */
export const problemTable = <const T extends Record<string, ProblemRow>>(
  t: T,
): { readonly [K in keyof T]: ProblemRow } => t

/** `{word}` in a text is filled from the detail given where the problem is thrown. */
export const wireProblems = problemTable({
  'session.ended': { code: -1, http: 401, text: '登陆信息已过期,请重新登陆!' },
  'session.revoked': { code: -2, http: 401, text: '您的账号已在别处退出或权限已变更，请重新登录' },
  'session.none': { code: 4010, http: 401, text: '登陆信息已过期,请重新登陆!' },

  'request.bad': { code: 4000, http: 400, text: '请求参数异常：{reason}' },
  'request.field': { code: 4001, http: 400, text: '{field}{reason}' },
  'request.sign': { code: 4002, http: 400, text: '请求签名不正确' },
  'request.skew': { code: 4003, http: 400, text: '本机时间与服务器相差过大，已按服务器时间校准，请重试' },
  'request.client': { code: 4004, http: 400, text: '缺少客户端标识 URLFlag' },
  'request.type': { code: 4150, http: 415, text: '不支持的内容类型' },
  'request.large': { code: 4130, http: 413, text: '提交的内容过大' },
  'address.none': { code: 4040, http: 404, text: '网络地址不存在，请联系客服' },
  'row.none': { code: 4041, http: 404, text: '记录不存在或已被删除' },
  'row.stale': { code: 4090, http: 409, text: '数据已被{who}修改，请刷新后再提交' },
  'key.spent': { code: 4092, http: 409, text: '该操作已提交过，请刷新查看结果' },
  'key.reused': { code: 4091, http: 409, text: '同一提交编号已用于另一份内容，请刷新后重新提交' },
  'rate.limited': { code: 4290, http: 429, text: '操作过于频繁，请稍后再试' },
  'server.bug': { code: 5000, http: 500, text: '系统错误，请稍后重试（编号 {requestId}）' },
  'server.busy': { code: 5030, http: 503, text: '系统繁忙，请稍后重试' },
  'server.starting': { code: 5031, http: 503, text: '系统正在恢复，请稍后重试' },

  'permit.missing': { code: 4030, http: 403, text: '没有请求权限' },
  'identity.forged': { code: 4031, http: 403, text: '请求中的操作人与登录账号不一致' },
  'branch.only': { code: 4032, http: 403, text: '请使用分公司管理账号进行操作' },

  'login.failed': { code: 1001, http: 200, text: '账号或密码不正确' },
  'login.locked': { code: 1002, http: 429, text: '登录失败次数过多，请 {minutes} 分钟后再试' },
  'login.disabled': { code: 1003, http: 200, text: '账号已停用，请联系管理员' },
  'login.factor': { code: 1004, http: 200, text: '请输入动态验证码' },
  'login.factorWrong': { code: 1005, http: 200, text: '动态验证码不正确或已使用' },
  'password.must': { code: 1006, http: 200, text: '请先修改密码' },
  'password.wrong': { code: 1007, http: 200, text: '密码不正确' },
  'factor.required': { code: 1008, http: 200, text: '请先启用动态验证码并重新登录' },
  'factor.wrong': { code: 1009, http: 200, text: '动态验证码不正确或已使用' },
  'factor.none': { code: 1010, http: 200, text: '尚未启用动态验证码' },
  'factor.on': { code: 1011, http: 200, text: '动态验证码已启用' },
})
