// Screens everybody comes by once signed in, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('entry')
