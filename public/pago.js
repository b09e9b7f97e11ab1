// What a script adds to the pages of a payment, which work without one: the way on to the provider, looks at what is not confirmed yet, and the receipt, downloaded by itself.

const RECEIPT_AFTER = 1000
/** Seconds between looks, then no more by itself: some six minutes. */
const LOOKS = [0, 2, 3, 5, 8, 13, 20, 30, 30, 30, 60, 60, 60, 60]
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

const { state, status, order, tickets } = document.querySelector('main').dataset

const go = document.querySelector('#go')
if (go !== null) location.replace(go.href)

// The steps are in the language that was chosen in the app; the provider leads back to an address without it.
try {
  const { lang } = document.documentElement
  const chosen = sessionStorage.getItem('payer language')
  if (!location.pathname.startsWith('/pago-')) sessionStorage.setItem('payer language', lang)
  else if (chosen !== null && chosen !== lang && !location.search.includes('lang='))
    location.replace(`${location.pathname}?lang=${chosen}`)
} catch {
  // Where a browser stores nothing, pages are in the language that it asks for.
}

/** Pressed twice, it is one. */
for (const form of document.forms)
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent !== undefined) event.preventDefault()
    form.dataset.sent = ''
  })
// A page that comes back out of the browser's memory can be sent again.
addEventListener('pageshow', (event) => {
  if (event.persisted) for (const form of document.forms) delete form.dataset.sent
})

const receipt = document.querySelector('#receipt')
if (receipt !== null) {
  const key = `receipt ${order}`
  // Once a tab: who comes back to the page has it. Where a browser stores nothing, a click fetches it.
  try {
    if (sessionStorage.getItem(key) === null)
      setTimeout(() => {
        sessionStorage.setItem(key, '')
        receipt.click()
      }, RECEIPT_AFTER)
  } catch {
    // As above.
  }
}

/** @returns whether there is something new to be shown */
async function look() {
  try {
    const reply = await fetch(`${order}/look`, { method: 'POST' })
    if (reply.status === 429 || reply.status === 503) await pause(Number(reply.headers.get('retry-after') ?? 10))
    if (!reply.ok) return false
    const known = await reply.json()
    return known.status !== status || (state === 'preparing' && hasMore(known))
  } catch {
    // Without a network the next look comes in its time.
    return false
  }
}

/** A receipt or tickets that the page does not show yet. */
function hasMore(known) {
  return (receipt === null && known.receipt !== undefined) || known.tickets !== tickets
}

async function watch() {
  for (const seconds of LOOKS) {
    await pause(seconds)
    if (await look()) return location.reload()
  }
  document.querySelector('#still')?.removeAttribute('hidden')
}

if (state === 'waiting' || state === 'preparing') void watch()
// Paid in another tab: one look is enough.
if (state === 'denied' && (await look())) location.reload()
