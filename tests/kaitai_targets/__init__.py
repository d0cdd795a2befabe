"""Parsers that Kaitai's compiler makes for other languages, compiled and held to those that it makes for Python.

What has to be installed, and where the runtime libraries are looked for in the folder that KAITAI_RUNTIMES names, each
as the packages of its language come (JavaScript has its own from `npm install`):

    target   Debian                 runtime library
    ruby     ruby                   ruby/lib, of the gem kaitai-struct
    php      php-cli                php/lib, of kaitai-io/kaitai_struct_php_runtime (Packagist)
    lua      lua5.3 lua5.4          lua/*.lua, of the rock kaitai_struct
    java     default-jdk-headless   java/*.jar, io.kaitai:kaitai-struct-runtime (Maven)
    csharp   mono-mcs mono-devel    csharp/*.dll, KaitaiStruct.Runtime.CSharp (NuGet)
    go       golang-go              go/src, a GOPATH with github.com/kaitai-io/kaitai_struct_go_runtime
    cpp_stl  g++                    cpp_stl/include, cpp_stl/lib, as `cmake --install` puts it
    rust     rustc                  rust/libkaitai.rlib, with the crates that it needs

A target of which something is missing is skipped by name.
"""
