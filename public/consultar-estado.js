// What a script adds to /publico/consultar-estado, which works without one: no search for nothing, and the puzzle that is asked for where many codes are looked up.

const AT_ONCE = 256
const form = document.querySelector('form')
const [code, button, solving] = ['#code', 'button', '#solving'].map((one) => document.querySelector(one))

// Of a link to the page: so it stands in no server's log. It is looked up at once, and out of the address, so that Back
// does not look it up again.
const linked = new URLSearchParams(location.hash.replace('#', 'code=')).get('code') ?? ''
if (code.value === '' && linked.trim() !== '') {
  code.value = linked
  history.replaceState(null, '', location.pathname + location.search)
  form.requestSubmit()
}

const check = () => (button.disabled = code.value.trim() === '')
code.addEventListener('input', check)
check()

/** @returns whether so many bits in front are zero: the rule of src/domain/sync/proof-of-work.ts */
function isProven(digest, bits) {
  const whole = Math.floor(bits / 8)
  return (
    digest.subarray(0, whole).every((byte) => byte === 0) && (bits % 8 === 0 || digest[whole] >> (8 - (bits % 8)) === 0)
  )
}

async function solve(challenge, bits) {
  const text = new TextEncoder()
  for (let first = 0; ; first += AT_ONCE) {
    const digests = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        crypto.subtle.digest('SHA-256', text.encode(`${challenge}:${first + index}`)),
      ),
    )
    const found = digests.findIndex((one) => isProven(new Uint8Array(one), bits))
    if (found >= 0) return first + found
  }
}

const { challenge, bits } = form.dataset
// Only a page that came safely may compute hashes; elsewhere the second fact stays.
if (challenge !== undefined && crypto.subtle !== undefined) {
  solving.hidden = false
  const proof = document.createElement('input')
  Object.assign(proof, { type: 'hidden', name: 'proof', value: `${challenge}:${await solve(challenge, Number(bits))}` })
  form.append(proof)
  form.submit()
}
