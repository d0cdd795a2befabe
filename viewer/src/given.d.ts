/** The script of the worker, as a text: build.mjs gives it. */
declare module "given:worker" {
  const script: string;
  export default script;
}
