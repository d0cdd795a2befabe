/** Signs of the page, drawn: no font has to have them. */
const PATHS = {
  right: "M6 3l5 5-5 5",
  down: "M3 6l5 5 5-5",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  theme: "M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",
  help: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10M8 12.2v.8",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  open: "M2 4h4l1.5 2H14v7H2z",
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  more: "M8 3v10M3 8h10",
  less: "M3 8h10",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
