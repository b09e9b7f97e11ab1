import { z } from 'zod'
import {
  descriptionSchema,
  linkSchema,
  nameSchema,
  storedTemplateImageSchema,
  templateImageSchema,
  type DeepReadonly,
} from '../../kernel/building-blocks.ts'

/** Optional sizes. Missing ones have the renderer's defaults, because the specification defines none. */
const pointSize = z.number().min(4).max(72).optional()
const spacing = z.number().min(0).max(100).optional()
const millimetresSchema = z.number().min(1).max(297).optional()

/** Layout of an answer's PDF (part 2, point 3; part 3, point 3). Portable print and a logo exclude each other. */
const settings = <Logo extends z.ZodType>(logo: Logo) =>
  z
    .object({
      logoChecked: z.boolean().default(false).describe('a logo is printed'),
      logo: logo.describe('URL of the logo, PNG or JPEG'),
      logoWidth: millimetresSchema.describe('width of the logo, millimetres'),
      logoHeight: millimetresSchema.describe('height of the logo, millimetres'),
      text: descriptionSchema.optional().describe('text beside the logo'),
      location: z.enum(['flex-start', 'center', 'flex-end']).default('flex-start').describe('position of the logo'),
      portablePrint: z.boolean().default(false).describe('layout for a portable printer'),
      municipalityName: nameSchema.optional().describe('name of the municipality as printed'),
      additionalInformation: descriptionSchema.optional().describe('lines under the name'),
      municipalityNameSize: pointSize.describe('font size of the name, points'),
      additionalInformationSize: pointSize.describe('font size of the additional information, points'),
      formTitleSize: pointSize.describe('font size of title and description, points'),
      sectionTitleSize: pointSize.describe('font size of section title and description, points'),
      questionSize: pointSize.describe('font size of questions, points'),
      answerSize: pointSize.describe('font size of answers, points'),
      sectionSpacing: spacing.describe('space between sections, points'),
      questionSpacing: spacing.describe('space between questions, points'),
      imageSize: millimetresSchema.describe('width of attached images, millimetres'),
      removeUnanswered: z.boolean().default(false).describe('leave out questions without an answer'),
    })
    .refine(({ portablePrint, logoChecked }) => !(portablePrint && logoChecked), { path: ['portablePrint'] })

export const pdfSettingsSchema = settings(templateImageSchema)
export const storedPdfSettingsSchema = settings(storedTemplateImageSchema)
/** Settings in an imported form, whose images are on another server. */
export const foreignPdfSettingsSchema = settings(linkSchema.optional())
export type PdfSettings = DeepReadonly<z.infer<typeof pdfSettingsSchema>>
