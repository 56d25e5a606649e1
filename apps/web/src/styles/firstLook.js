// Puts on what this browser wore last before anything is drawn; pages for strangers and shared ones are always light.
// Somebody who is signed in will need the scripts the portal begins with: they travel beside the first one.
{
  let look = 'light'
  try {
    const kept = localStorage.getItem('yunshu.look')
    if (kept === 'dark' || (kept === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)) look = 'dark'
  } catch {
    // blocked storage: as shipped
  }
  if (/^\/(public|share)\//.test(location.pathname)) look = 'light'
  document.documentElement.dataset.look = look
  if (/(?:^|; )token=[^;]/.test(document.cookie))
    for (const href of document.currentScript?.dataset.next?.match(/\S+/g) ?? [])
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }),
      )
}
