/** File formats of an answer export. */
export const EXPORT_FORMATS = ['xlsx', 'csv', 'geojson', 'kml', 'zip'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
