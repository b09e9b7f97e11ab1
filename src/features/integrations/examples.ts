/** Programs, which are the same in every language. */
export function listExample(origin: string): string {
  return `curl --header "Authorization: Bearer $TOKEN" \\
  "${origin}/api/v1/answers?form=FORM&updatedSince=2026-01-01T00:00:00.000Z"`
}

export const MESSAGE_EXAMPLE = `POST /your/address
webhook-id: msg_7ZK3QJ0V9X2M4N6P8R1S5T7W9Y_created
webhook-timestamp: 1767225600
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"answer.created","timestamp":"2026-01-01T00:00:00.000Z","data":{"answer":"7ZK3QJ0V9X2M4N6P8R1S5T7W9Y","code":"VIS1","form":"comercios","version":1,"state":"Abierta"}}`

export const VERIFY_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'

function isGenuine(headers, body, secret) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`
