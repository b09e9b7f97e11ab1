import { Hono } from 'hono'

const AGENDAS = [
  { id: '31', name: 'Licencias de conducir' },
  { id: '32', name: 'Habilitaciones comerciales' },
  { id: '33', name: 'Mesa de entradas' },
] as const

/** Stand-in of the appointment-booking product, by the contract in functions/src/connectors/README.md. */
export function bookingStandIn(): Hono {
  return new Hono().get('/municipios/:id{[0-9]+}/grupos-de-tramites', (c) => {
    const municipality = c.req.param('id')
    const groupsProcedure = c.req.query('tipo') === '2' ? AGENDAS : []
    return c.json({
      groupsProcedure,
      tenantId: `tenant-${municipality}`,
      tenantUniqueName: `municipio-${municipality}`,
    })
  })
}
