// Pages a person keeps at the top of the side menu: addresses with their filter, kept by the server.
import * as z from 'zod/mini'
import { useSetting } from '../../lib/settings.ts'
import { toast } from '../../lib/toast.ts'

const Favourites = z.array(z.object({ title: z.string(), path: z.string() }))
export type Favourite = z.output<typeof Favourites>[number]
const none: Favourite[] = []
/** As many as stand at the side without a scroll bar. */
const mostFavourites = 12

/** The favourites, and what keeps a page or lets it go. */
export function useFavourites(): readonly [readonly Favourite[], (page: Favourite) => void] {
  const [favourites, setFavourites] = useSetting('favourites', Favourites, none)
  const toggle = (page: Favourite): void => {
    if (!isFavourite(favourites, page.path) && favourites.length >= mostFavourites)
      return toast.warning(`最多收藏 ${mostFavourites} 个页面`)
    setFavourites(old =>
      isFavourite(old, page.path)
        ? old.filter(({ path }) => path !== page.path)
        : [...old, page].slice(0, mostFavourites),
    )
  }
  return [favourites, toggle]
}

/** Whether an address is kept. */
export const isFavourite = (favourites: readonly Favourite[], path: string): boolean =>
  favourites.some(favourite => favourite.path === path)
