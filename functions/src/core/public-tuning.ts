const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MB = 1024 * 1024

/** Limits for requests without an account. */
export const PUBLIC_TUNING = {
  /** public answers from one network address, per form and in total: burst, then one per interval */
  publicBurstPerForm: 30,
  publicIntervalPerForm: 10 * SECOND,
  publicBurstPerAddress: 60,
  publicIntervalPerAddress: 5 * SECOND,
  /** zero bits of a puzzle, and its lifetime */
  proofBits: 15,
  proofLife: 2 * MINUTE,
  /** public files, counted in units of bytes, by network address and by form: burst, then one per interval */
  publicFilesStretch: 256 * 1024,
  publicFilesBurstPerAddress: 800,
  publicFilesIntervalPerAddress: 2 * SECOND,
  publicFilesBurstPerForm: 4_000,
  publicFilesIntervalPerForm: SECOND / 4,
  /** maximum share of a form's limit that one network can use (for IPv6 the /48) */
  publicFilesShare: 1 / 4,
  /** time after which the cost of an announced file that did not arrive is refunded */
  publicFileSilence: 30 * SECOND,
  /** lifetime of a public file that no answer names, and maximum bytes and files per address; the oldest are deleted */
  publicFileLife: 6 * HOUR,
  publicUnnamedBytes: 256 * MB,
  publicUnnamedFiles: 500,
  /** codes for the booking page per network address: burst, then one per interval */
  bookingBurst: 30,
  bookingInterval: 10 * SECOND,
  /** wrong record codes, per network address, and per record in total: burst, then one per interval */
  recordBurst: 10,
  recordInterval: 5 * MINUTE,
  recordBurstEverywhere: 60,
  recordIntervalEverywhere: 5 * MINUTE,
  /** wrong record codes per municipality and in total, above which a puzzle is required */
  recordBurstPerKey: 200,
  recordIntervalPerKey: 2 * MINUTE,
  recordBurstOfAll: 500,
  recordIntervalOfAll: MINUTE,
  /** wrong references, each of which could match any record of the installation */
  referenceBurst: 100,
  referenceInterval: 20 * MINUTE,
  /** requests for the state of an answer: per network address, per form, and in total */
  statusBurst: 20,
  statusInterval: 30 * SECOND,
  statusBurstPerForm: 300,
  statusIntervalPerForm: 10 * SECOND,
  statusBurstOfAll: 2_000,
  statusIntervalOfAll: SECOND / 2,
  /** requests for answers nearby, per network address and per form: burst, then one per interval */
  nearbyBurst: 20,
  nearbyInterval: 30 * SECOND,
  nearbyBurstPerForm: 300,
  nearbyIntervalPerForm: 10 * SECOND,
  /** places per network address: in unpaid orders until paid or released, in free orders released one per interval */
  publicPlacesBurst: 60,
  publicPlacesInterval: 10 * MINUTE,
  /** e-mails about orders without a payment: per network, and per recipient in total */
  orderEmailsBurst: 60,
  orderEmailsInterval: 10 * MINUTE,
  orderEmailsBurstPerRecipient: 10,
  orderEmailsIntervalPerRecipient: HOUR,
  /** wrong discount codes per network, per form, and in total; above the last two a puzzle is required */
  discountBurst: 10,
  discountInterval: 5 * MINUTE,
  discountBurstPerForm: 200,
  discountIntervalPerForm: 2 * MINUTE,
  discountBurstOfAll: 500,
  discountIntervalOfAll: MINUTE,
  /** PDFs of records per network address */
  publicPdfBurst: 20,
  publicPdfInterval: 10 * SECOND,
  /** characters of a composed answer that count as one answer, because a push of a few bytes may compose megabytes */
  publicCharactersPerAnswer: 128 * 1024,
  /** public forms and their pages, per network address and in total: burst, then one per interval */
  publicPagesBurst: 240,
  publicPagesInterval: SECOND / 2,
  publicPagesBurstOfAll: 4_000,
  publicPagesIntervalOfAll: SECOND / 100,
  /** tiles per network address; tiles not in the cache per form and per municipality: burst, then one per interval */
  publicTilesBurstPerAddress: 600,
  publicTilesIntervalPerAddress: SECOND / 10,
  publicTilesBurstPerForm: 6_000,
  publicTilesIntervalPerForm: SECOND,
  publicTilesBurstPerMunicipality: 12_000,
  publicTilesIntervalPerMunicipality: SECOND / 4,
  /** maximum concurrent public tile requests, so that a slow provider does not use up all connections */
  publicTilesUnderWay: 500,
  /** geocoder requests, which cost money: per network address, per form (a thousand a day), per municipality */
  publicGeocodeBurstPerAddress: 20,
  publicGeocodeIntervalPerAddress: 20 * SECOND,
  publicGeocodeBurstPerForm: 1_000,
  publicGeocodeIntervalPerForm: DAY / 1_000,
  publicGeocodeBurstPerMunicipality: 5_000,
  publicGeocodeIntervalPerMunicipality: DAY / 5_000,
}
