// The search of the site runs in a worker, which browsers do not start from a file: address. There, this is one: a frame.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inner = frame.contentWindow;
      inner.postMessage = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        this.onmessage?.(event);
      };
      const script = frame.contentDocument.createElement("script");
      script.src = new URL(url, location.href).href;
      this.loaded = new Promise((done) => script.addEventListener("load", () => done(inner)));
      frame.contentDocument.body.append(script);
    }

    postMessage(data) {
      this.loaded.then((inner) => inner.dispatchEvent(new inner.MessageEvent("message", { data })));
    }

    terminate() {}
  };
  window.Worker = window.IFrameWorker;
}
