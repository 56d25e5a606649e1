// The ground of a fence as the wire has it.
import type { Fence } from '@yunshu/contract/fence/fence'
import type { Ground } from '@yunshu/track/ground'
import { circleAround } from '@yunshu/track/polygon'

/** A circle by its centre and radius, a polygon by its corners. */
export const groundOf = ({ centre, radius = 0, corners }: Pick<Fence, 'centre' | 'radius' | 'corners'>): Ground =>
  corners ? { ...circleAround(corners), corners } : { ...centre, radiusM: radius }
