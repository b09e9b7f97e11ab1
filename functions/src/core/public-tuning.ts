const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MB = 1024 * 1024

/** What the public, who has no account, may ask of the server, and how fast. */
export const PUBLIC_TUNING = {
  /** the public's answers from one network address, to one form and to all: a burst, then one in each interval */
  publicBurstPerForm: 30,
  publicIntervalPerForm: 10 * SECOND,
  publicBurstPerAddress: 60,
  publicIntervalPerAddress: 5 * SECOND,
  /** zero bits of a puzzle, and for how long it is good */
  proofBits: 15,
  proofLife: 2 * MINUTE,
  /** the public's files, in units of bytes, by network address and by form: a burst, then one in each interval */
  publicFilesStretch: 256 * 1024,
  publicFilesBurstPerAddress: 800,
  publicFilesIntervalPerAddress: 2 * SECOND,
  publicFilesBurstPerForm: 4_000,
  publicFilesIntervalPerForm: SECOND / 4,
  /** of what a form takes, one network (of IPv6 the /48) has at most this part */
  publicFilesShare: 1 / 4,
  /** what is announced and does not come for so long is given back */
  publicFileSilence: 30 * SECOND,
  /** life of a public file that no answer names, and bytes and files of one address; the oldest go */
  publicFileLife: 6 * HOUR,
  publicUnnamedBytes: 256 * MB,
  publicUnnamedFiles: 500,
  /** codes for the booking page that one network address is given */
  bookingBurst: 30,
  bookingInterval: 10 * SECOND,
  /** wrong codes of records, from one network address, and of one record from all: a burst, then one per interval */
  recordBurst: 10,
  recordInterval: 5 * MINUTE,
  recordBurstEverywhere: 60,
  recordIntervalEverywhere: 5 * MINUTE,
  /** the same of the records of one municipality, and of all: beyond it a puzzle is asked for */
  recordBurstPerKey: 200,
  recordIntervalPerKey: 2 * MINUTE,
  recordBurstOfAll: 500,
  recordIntervalOfAll: MINUTE,
  /** the same of references, of which one names any record of the installation */
  referenceBurst: 100,
  referenceInterval: 20 * MINUTE,
  /** looks at answers' states, by any code: from one network address, of one form, of all: burst and interval */
  statusBurst: 20,
  statusInterval: 30 * SECOND,
  statusBurstPerForm: 300,
  statusIntervalPerForm: 10 * SECOND,
  statusBurstOfAll: 2_000,
  statusIntervalOfAll: SECOND / 2,
  /** looks at answers nearby, from one network address and of one form: a burst, then one in each interval */
  nearbyBurst: 20,
  nearbyInterval: 30 * SECOND,
  nearbyBurstPerForm: 300,
  nearbyIntervalPerForm: 10 * SECOND,
  /** places in one address's unpaid orders, until they are paid or released; free ones leave one per interval */
  publicPlacesBurst: 60,
  publicPlacesInterval: 10 * MINUTE,
  /** e-mails about orders without any money: of one network, and to one address from all */
  orderEmailsBurst: 60,
  orderEmailsInterval: 10 * MINUTE,
  orderEmailsBurstPerRecipient: 10,
  orderEmailsIntervalPerRecipient: HOUR,
  /** wrong discount codes: of one network, of one form, of all; beyond the last two a puzzle is asked for */
  discountBurst: 10,
  discountInterval: 5 * MINUTE,
  discountBurstPerForm: 200,
  discountIntervalPerForm: 2 * MINUTE,
  discountBurstOfAll: 500,
  discountIntervalOfAll: MINUTE,
  /** records that one network address is given */
  publicPdfBurst: 20,
  publicPdfInterval: 10 * SECOND,
  /** an answer counts once per so many characters composed: a push of a few bytes may ask for megabytes */
  publicCharactersPerAnswer: 128 * 1024,
  /** public forms and pages about them, of one network address and of all: a burst, then one in each interval */
  publicPagesBurst: 240,
  publicPagesInterval: SECOND / 2,
  publicPagesBurstOfAll: 4_000,
  publicPagesIntervalOfAll: SECOND / 100,
  /** tiles of one network address; those asked of the provider, by form and by municipality: burst and interval */
  publicTilesBurstPerAddress: 600,
  publicTilesIntervalPerAddress: SECOND / 10,
  publicTilesBurstPerForm: 6_000,
  publicTilesIntervalPerForm: SECOND,
  publicTilesBurstPerMunicipality: 12_000,
  publicTilesIntervalPerMunicipality: SECOND / 4,
  /** tiles the public waits for at once, of all forms: a silent provider leaves lines to everyone else */
  publicTilesUnderWay: 500,
  /** questions to the geocoder, which costs money: by network address, by form (a thousand a day), by municipality */
  publicGeocodeBurstPerAddress: 20,
  publicGeocodeIntervalPerAddress: 20 * SECOND,
  publicGeocodeBurstPerForm: 1_000,
  publicGeocodeIntervalPerForm: DAY / 1_000,
  publicGeocodeBurstPerMunicipality: 5_000,
  publicGeocodeIntervalPerMunicipality: DAY / 5_000,
}
