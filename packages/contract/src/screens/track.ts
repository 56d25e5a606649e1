// Screens of vehicles under way: the live map, and a trail played again.
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
})
