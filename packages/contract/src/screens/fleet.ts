// Screens of vehicles, drivers, payees and fences.
import { screensOf } from './screen.ts'

export const fleetScreens = screensOf({
  VehicleList: {
    path: 'vehicle/list',
    title: '车辆管理',
    permit: 'vehicle.view',
    cache: true,
    group: 'fleet',
    sides: ['carrier', 'platform'],
  },
  DriverList: {
    path: 'driver/list',
    title: '司机管理',
    permit: 'driver.view',
    cache: true,
    group: 'fleet',
    sides: ['carrier', 'platform'],
  },
  VehicleDetails: {
    path: 'vehicle/details/:id',
    title: '车辆详情',
    permit: 'vehicle.view',
    cache: true,
    within: 'fleet',
    sides: ['carrier', 'platform'],
  },
  DriverDetails: {
    path: 'driver/details/:id',
    title: '司机详情',
    permit: 'driver.view',
    cache: true,
    within: 'fleet',
    sides: ['carrier', 'platform'],
  },
  PayeeList: {
    path: 'payee/list',
    title: '收款人管理',
    permit: 'payee.view',
    cache: true,
    group: 'fleet',
    sides: ['carrier', 'platform'],
  },
  PayeeDetails: {
    path: 'payee/details/:id',
    title: '收款人详情',
    permit: 'payee.view',
    cache: true,
    within: 'fleet',
    sides: ['carrier', 'platform'],
  },
  FenceList: { path: 'fence/list', title: '围栏车辆', permit: 'fence.view', cache: true, group: 'fleet' },
  CarrierGoodsBindVehicle: {
    path: 'web/CarrierGoodsBindVehicle/:goodsId',
    title: '添加围栏车辆',
    permit: 'fence.view',
    cache: true,
    within: 'fleet',
  },
})
