// Refusals of vehicles, drivers, payees and their papers.
import { problemTable } from './row.ts'

export const fleetProblems = problemTable({
  'vehicle.expired': { code: 1401, http: 200, text: '{paper}已于{date}过期，不能接单' },
  'vehicle.unverified': { code: 1402, http: 200, text: '{name}尚未通过认证，不能接单' },
  'vehicle.conflict': { code: 1403, http: 200, text: '该车辆在{time}已有运单{waybillNo}，请确认' },
  'vehicle.overload': { code: 1404, http: 200, text: '装货重量超过核定载质量 {tons} 吨，请核对' },
  'vehicle.tooMany': { code: 1405, http: 200, text: '该车辆未完成运单已达 {limit} 张' },
  'vehicle.duplicate': { code: 1406, http: 200, text: '车牌{plate}已登记' },
  'driver.class': { code: 1407, http: 200, text: '司机{name}的准驾车型{cls}不能驾驶该车辆' },
  'driver.duplicate': { code: 1408, http: 200, text: '司机身份证号已登记' },
  'vehicle.blacklisted': { code: 1409, http: 200, text: '{name}已列入黑名单（{reason}），不能派车' },
  'vehicle.retired': { code: 1410, http: 200, text: '{name}已停用，不能派车' },
  'fleet.retired': { code: 1411, http: 200, text: '{name}已停用，请先恢复' },
  'fleet.busy': { code: 1412, http: 200, text: '{name}还有 {count} 张未完成的运单，不能停用' },
  'fleet.banned': { code: 1413, http: 200, text: '{name}已被平台列入黑名单，不能登记或恢复使用' },
  'fleet.houseBlacklist': { code: 1414, http: 200, text: '由平台列入黑名单，请联系平台处理' },
  'vehicle.terminal': { code: 1415, http: 200, text: '终端号{terminal}已绑定其他车辆' },
  'payee.duplicate': { code: 1421, http: 200, text: '该账号已登记' },
  'payee.used': { code: 1422, http: 200, text: '还有 {count} 张未完成的运单将支付给该收款人，不能删除' },
  'payee.closed': { code: 1423, http: 200, text: '{name}目前不能作为该司机的收款人' },
  'payee.authOverlap': {
    code: 1424,
    http: 200,
    text: '司机{name}对该收款人已有至 {date} 的授权，请先撤销或从其后一天起',
  },
})
