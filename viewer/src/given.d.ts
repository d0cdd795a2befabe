/** The scripts of the workers, as texts: build.mjs gives them. */
declare module "given:worker" {
  const script: string;
  export default script;
}

declare module "given:layout" {
  const script: string;
  export default script;
}
