/** Light or dark: as the system says, or as the switch says. */
const KEY = "nacformats-theme";
const THEMES = ["light dark", "light", "dark"] as const;

/** Return what is kept of the last visit; pages in a sandbox keep nothing. */
function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function startTheme(): void {
  const theme = THEMES.find((one) => one === kept());
  if (theme) document.documentElement.style.colorScheme = theme;
}

/** Turn to the other of light and dark; return its name. */
export function turnTheme(): string {
  const { style } = document.documentElement;
  const isDark = style.colorScheme === "dark" || (style.colorScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  style.colorScheme = isDark ? "light" : "dark";
  try {
    localStorage.setItem(KEY, style.colorScheme);
  } catch {
    // Not kept: the switch works for this visit.
  }
  return style.colorScheme;
}
