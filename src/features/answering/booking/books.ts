/** URL hash of the confirmation page that requests the booking of an appointment. */
export const BOOKING_HASH = 'turno'
