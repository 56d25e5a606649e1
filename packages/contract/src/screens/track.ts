// Screens of vehicles under way: the live map, a trail played again, and their terminals.
import { screensOf } from './screen.ts'

export const trackScreens = screensOf({
  TrackMap: { path: 'track/map', title: '实时监控', permit: 'track.view', cache: true, group: 'track' },
  TrackPlayback: {
    path: 'track/playback/:vehicleId',
    title: '轨迹回放',
    permit: 'track.replay',
    cache: true,
    within: 'track',
    list: 'TrackMap',
  },
  TrackEvidence: {
    path: 'track/evidence/:id',
    title: '轨迹证据',
    permit: 'track.replay',
    cache: true,
    within: 'track',
  },
  TrackStops: { path: 'track/stops', title: '停车记录', permit: 'track.replay', cache: true, group: 'track' },
  TrackTrips: { path: 'track/trips', title: '行程记录', permit: 'track.replay', cache: true, group: 'track' },
  TrackAlarms: { path: 'track/alarms', title: '报警记录', permit: 'abnormal.view', cache: true, group: 'track' },
  TrackArea: { path: 'track/area', title: '区域查车', permit: 'track.replay', cache: true, group: 'track' },
  TrackDays: { path: 'track/days', title: '里程报表', permit: 'track.replay', cache: true, group: 'track' },
  TrackOnline: {
    path: 'track/online',
    title: '上线率与完整率',
    permit: 'track.replay',
    cache: true,
    group: 'track',
    sides: ['carrier', 'platform'],
  },
  TerminalList: {
    path: 'terminal/list',
    title: '终端管理',
    permit: 'terminal.view',
    cache: true,
    group: 'track',
    sides: ['carrier', 'platform'],
  },
  TerminalDetails: {
    path: 'terminal/details/:id',
    title: '终端详情',
    permit: 'terminal.view',
    cache: true,
    within: 'track',
    list: 'TerminalList',
    sides: ['carrier', 'platform'],
  },
  TerminalClaims: {
    path: 'terminal/unknown',
    title: '未登记终端',
    permit: 'terminal.edit',
    cache: true,
    group: 'track',
    sides: ['platform'],
  },
})
