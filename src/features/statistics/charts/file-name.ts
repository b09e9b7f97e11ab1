/** A title as a file name. */
export function chartFileName(title: string): string {
  return (
    title
      .replace(/[\\/:*?"<>|\s]+/g, ' ')
      .trim()
      .slice(0, 60) || 'chart'
  )
}
