// The cookies of a browser as journeys read them.
/** Values of the cookies by name. */
export const cookiesOf = async (context: {
  cookies: () => Promise<{ name: string; value: string; sameSite: string }[]>
}) => Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]))
