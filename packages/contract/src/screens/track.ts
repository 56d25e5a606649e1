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
