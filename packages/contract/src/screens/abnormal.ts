// Screens of abnormal positions.
import { screensOf } from './screen.ts'

export const abnormalScreens = screensOf({
  DriverLocationException: {
    path: 'DriverLocationException',
    title: '异常定位',
    permit: 'abnormal.view',
    cache: true,
    group: 'track',
  },
})
