// Refusals of files handed in, of exports and of imports.
import { problemTable } from './row.ts'

export const filesProblems = problemTable({
  'file.type': { code: 1601, http: 200, text: '文件{name}不是可接受的类型（支持 jpg、png、webp、pdf）' },
  'file.large': { code: 1602, http: 413, text: '文件{name}超过 {limit} MB' },
  'file.missing': { code: 1603, http: 200, text: '请选择要上传的文件' },
  'file.many': { code: 1604, http: 429, text: '同时上传的文件过多，请等前面的传完后再试' },
  'export.tooMany': { code: 1605, http: 200, text: '符合条件的记录超过 {most} 条，请缩小查询范围后再导出' },
  'export.busy': { code: 1606, http: 200, text: '您还有 {most} 个导出未完成，请等待完成或取消后再试' },
  'export.person': { code: 1607, http: 200, text: '账号已停用，或不能再代原员工操作，导出已停止' },
  'export.filter': { code: 1608, http: 200, text: '查询条件已失效，请重新导出' },
  'export.companyBusy': { code: 1609, http: 200, text: '本企业还有 {most} 个导出未完成，请稍后再试' },
  'export.full': {
    code: 1610,
    http: 200,
    text: '本企业的导出文件已满 {most} GB，请在下载中心删除不用的文件，或等旧文件到期后再试',
  },
  'import.bad': {
    code: 1611,
    http: 200,
    text: '有 {count} 行不正确，没有导入任何数据，请修改后重新上传，或选择只导入正确的行',
  },
  'import.nothing': { code: 1612, http: 200, text: '没有可以导入的行' },
  'import.many': { code: 1613, http: 200, text: '您有 {most} 个文件等待导入，请先导入或放弃' },
  'import.running': { code: 1614, http: 200, text: '该文件正在导入，请稍候' },
  'import.taken': { code: 1615, http: 200, text: '导入期间有{what}刚刚被登记，没有写入任何数据，请重新检查文件' },
  'import.busy': { code: 1616, http: 429, text: '正在读取的导入文件过多，请等前面的文件读完后再上传' },
  'file.full': { code: 1617, http: 503, text: '服务器存储空间不足，文件没有保存，请稍后重试' },
})
