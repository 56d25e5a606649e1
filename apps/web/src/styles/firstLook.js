// Puts on what this browser wore last before anything is drawn; pages for strangers and shared ones are always light.
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
}
